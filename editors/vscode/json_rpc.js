// JSON-RPC with a process over its standard input and output, as the Language Server Protocol frames it.
"use strict";

const END_OF_HEAD = Buffer.from("\r\n\r\n");

class Connection {
    // `answer(method, params)` gives what a request of the process gets; it is told of notifications, too.
    constructor(process, answer) {
        this.process = process;
        this.answer = answer;
        this.waiting = new Map();
        this.last = 0;
        this.rest = Buffer.alloc(0);
        process.stdout.on("data", data => this.take(data));
        process.stdin.on("error", () => {});        // it has ended; `exit` tells
    }

    notify(method, params) {
        this.send({ jsonrpc: "2.0", method, params });
    }

    request(method, params, cancelled) {
        const id = ++this.last;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, { resolve, reject });
            this.send({ jsonrpc: "2.0", id, method, params });
            if (cancelled) {
                cancelled.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
            }
        });
    }

    close(why) {
        for (const { reject } of this.waiting.values()) {
            reject(new Error(why));
        }
        this.waiting.clear();
    }

    send(message) {
        const body = Buffer.from(JSON.stringify(message));
        this.process.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
    }

    take(data) {
        this.rest = Buffer.concat([this.rest, data]);
        for (;;) {
            const end = this.rest.indexOf(END_OF_HEAD);
            const size = end < 0 ? null : /Content-Length: *(\d+)/i.exec(this.rest.toString("latin1", 0, end));
            const begin = end + END_OF_HEAD.length;
            if (!size || this.rest.length < begin + Number(size[1])) {
                return;
            }
            const message = JSON.parse(this.rest.toString("utf8", begin, begin + Number(size[1])));
            this.rest = this.rest.subarray(begin + Number(size[1]));
            this.receive(message);
        }
    }

    async receive(message) {
        if (message.method === undefined) {
            const { resolve, reject } = this.waiting.get(message.id) || {};
            this.waiting.delete(message.id);
            if (message.error && reject) {
                reject(new Error(message.error.message));
            } else if (resolve) {
                resolve(message.result);
            }
        } else if (message.id === undefined) {
            this.answer(message.method, message.params);
        } else {
            this.send({ jsonrpc: "2.0", id: message.id, result: await this.answer(message.method, message.params) });
        }
    }
}

module.exports = { Connection };
