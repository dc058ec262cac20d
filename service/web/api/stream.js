// The event stream of a game. (EventSource cannot send an Authorization header.)

import { isAlive, onReturn, pause } from "./connection.js";
import * as service from "./service.js";

const SILENCE_MS = 8000; // after which the page asks whether there is a connection
const BEGIN_MS = 10_000; // within which a stream begins

// Yields `{ event, data }` for each frame until the stream ends. After an interruption, it continues after the last frame.
// `interrupted` is called with true when the connection is lost, and with false when there is one again.
export async function* follow(path, interrupted) {
  let last = null;
  let pauseMs = 2000;
  for (;;) {
    const connection = new AbortController();
    const late = setTimeout(() => connection.abort(), BEGIN_MS);
    try {
      const headers = { Accept: "text/event-stream", ...(last && { "Last-Event-ID": last }) };
      const response = await service.response(path, { headers, signal: connection.signal });
      clearTimeout(late);
      interrupted(false);
      if (response.status === 204) return; // nothing more will come
      for await (const frame of frames(response.body, connection)) {
        last = frame.id ?? last;
        pauseMs = Number(frame.retry ?? pauseMs);
        if (frame.event) yield { event: frame.event, data: JSON.parse(frame.data) };
        if (frame.event === "end") return;
      }
    } catch (error) {
      if (error instanceof service.Problem && error.status < 500 && error.status !== 429) throw error;
      interrupted(true);
    } finally {
      clearTimeout(late);
      connection.abort();
    }
    await pause(pauseMs);
  }
}

async function* frames(body, connection) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await heard(reader, connection);
    if (done) return;
    const parts = (text + value).split("\n\n");
    text = parts.pop();
    for (const part of parts) {
      yield Object.fromEntries([...part.matchAll(/^(\w+): (.*)$/gm)].map(([, name, content]) => [name, content]));
    }
  }
}

// Returns what comes next. A connection without a sign of life is given up: after a silence, and when the browser is
// online again or the reader comes back, the page asks whether the service answers.
async function heard(reader, connection) {
  let alarm = null;
  const check = async () => {
    clearTimeout(alarm);
    if (!(await isAlive())) connection.abort();
    else if (alarm !== null) alarm = setTimeout(check, SILENCE_MS);
  };
  alarm = setTimeout(check, SILENCE_MS);
  const stop = onReturn(check);
  try {
    return await reader.read();
  } finally {
    stop();
    clearTimeout(alarm);
    alarm = null;
  }
}
