@cpc debug --dap
