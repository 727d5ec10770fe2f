#!/bin/sh
exec cpc debug --dap
