"""How scripts ask the page's machine and its debugger, so that each question ends."""

OPEN = "#side:not([aria-busy]) #learn-go"           # of a view for which nothing is left to be done

# A script for a page, with the milliseconds that an answer may take. The page's Worker tells all that the protocol says;
# `told` asks the machine, `asked` sends a request of the protocol, `said` obeys a command.
HEARD = """
const LIMIT_MS = %d;
const heard = new Map();
const PlainWorker = Worker;
window.Worker = class extends PlainWorker {
    constructor(...given) {
        super(...given);
        this.addEventListener("message", ({ data }) => {
            if (data.what === "dap" && data.message.type === "response") heard.set(data.message.request_seq, data.message);
            if (data.what === "dead") console.error("The machine is dead: " + data.text);
        });
    }
};
window.told = (name, given) => Promise.race([cpc.ask(name, given), new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`No answer to ${name} ${JSON.stringify(given)}`)), LIMIT_MS);
})]);
let last = 1e6;
window.asked = async (command, given) => {
    const seq = ++last;
    await told("dap", { message: { seq, type: "request", command, arguments: given } });
    return heard.get(seq);
};
window.said = async line => {
    const answer = await asked("evaluate", { expression: line, context: "repl" });
    return answer.success ? answer.body.result : answer.message;
};
"""
