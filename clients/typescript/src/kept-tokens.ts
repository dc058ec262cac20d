/// <reference types="node" />
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const SERVICE = "hanabi-client";
const STALE_MS = 60_000;

/** What a person has allowed a program. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  scope: string;
  /** When the access token ends, in milliseconds since 1970. */
  expiresAt: number;
}

/** An entry of the platform's keyring. */
interface Entry {
  getPassword(): string | null | undefined;
  setPassword(password: string): void;
  deletePassword(): unknown;
}

/** Tokens of one app at one service, which a program keeps until its next start: in a keyring, or in a file. */
export class KeptTokens {
  readonly #file: string;
  readonly #entry: Entry | undefined;

  private constructor(file: string, entry: Entry | undefined) {
    this.#file = file;
    this.#entry = entry;
  }

  /** Without a folder, uses the keyring if the package `@napi-rs/keyring` finds one, and a file beside others' settings. */
  static async of(issuer: string, clientId: string, folder?: string): Promise<KeptTokens> {
    const name = `${clientId} at ${issuer} (Node)`; // the client for Python has tokens and locks of its own
    const file = `${createHash("sha256").update(name).digest("hex").slice(0, 32)}.json`;
    return new KeptTokens(join(folder ?? settingsFolder(), file), folder ? undefined : await keyringEntry(name));
  }

  /** Returns the tokens. Those in a file are newer than those in the keyring. */
  async read(): Promise<Tokens | undefined> {
    const text = (await readFile(this.#file, "utf8").catch(absent)) ?? this.#entry?.getPassword() ?? undefined;
    return text === undefined ? undefined : (JSON.parse(text) as Tokens);
  }

  /** Keeps the tokens. No other user of the computer can read the file, which takes what the keyring refuses. */
  async write(tokens: Tokens): Promise<void> {
    const text = JSON.stringify(tokens);
    if (this.#entry && accepts(this.#entry, text)) return rm(this.#file, { force: true });
    await mkdir(join(this.#file, ".."), { recursive: true, mode: 0o700 });
    const part = `${this.#file}.${randomUUID()}`;
    await writeFile(part, text, { mode: 0o600, flag: "wx" });
    await rename(part, this.#file);
  }

  async remove(): Promise<void> {
    if (this.#entry?.getPassword()) this.#entry.deletePassword();
    await rm(this.#file, { force: true });
  }

  /**
   * Calls a function while no other program renews these tokens.
   *
   * Two programs with the same refresh token would look like a thief, and the app would end.
   */
  async locked<T>(change: () => Promise<T>): Promise<T> {
    const lock = `${this.#file}.lock`;
    await mkdir(join(this.#file, ".."), { recursive: true, mode: 0o700 });
    while (!(await made(lock))) {
      const since = await stat(lock).then(({ mtimeMs }) => mtimeMs, () => undefined);
      if (since !== undefined && Date.now() - since > STALE_MS) await rmdir(lock).catch(absent); // its program has died
      await sleep(50);
    }
    try {
      return await change();
    } finally {
      await rmdir(lock).catch(absent);
    }
  }
}

/** Makes a folder. Returns false if it is there already. */
async function made(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
    return false;
  }
}

function accepts(entry: Entry, text: string): boolean {
  try {
    entry.setPassword(text);
    return true;
  } catch {
    return false; // some keyrings can be read and not written
  }
}

function absent(error: unknown): undefined {
  if ((error as { code?: string }).code !== "ENOENT") throw error;
}

/** Returns the folder in which the platform keeps settings of programs. */
function settingsFolder(): string {
  if (process.platform === "win32") return join(process.env["APPDATA"] ?? homedir(), SERVICE);
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", SERVICE);
  return join(process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), SERVICE);
}

async function keyringEntry(name: string): Promise<Entry | undefined> {
  const library = "@napi-rs/keyring"; // a variable, since programs need not install it
  try {
    const { Entry } = (await import(library)) as { Entry: new (service: string, name: string) => Entry };
    const entry = new Entry(SERVICE, name);
    entry.getPassword(); // throws an error without a keyring
    return entry;
  } catch {
    return undefined;
  }
}
