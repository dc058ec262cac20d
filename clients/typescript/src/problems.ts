import type { Fault, Problem } from "./types.js";

/** A problem document. Its `code` is `unknown` if a proxy sent the response. */
export type ProblemDocument = Omit<Partial<Problem>, "code"> & { status: number; code: string; detail: string };

/** A response of 400 or above. `/problems` of the service explains each code. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly status: number;
  /** The kind of problem, such as `illegal-move`; never translated. */
  readonly code: string;
  /** What is wrong with this request, in the client's language. */
  readonly detail: string;
  /** The ruling that forbids the move, such as `R5`. */
  readonly rule: string | null;
  /** Why the rules forbid the move, such as `empty-clue`; never translated. */
  readonly refusal: string | null;
  /** Each fault of the request, with its position. */
  readonly errors: Fault[];
  /** The id of the request, for reports. */
  readonly requestId: string;

  /** `document` has all members, such as `events` of a `version-conflict`. */
  constructor(readonly document: ProblemDocument) {
    super(`${document.code}: ${document.detail}`);
    this.status = document.status;
    this.code = document.code;
    this.detail = document.detail;
    this.rule = document.rule ?? null;
    this.refusal = document.refusal ?? null;
    this.errors = document.errors ?? [];
    this.requestId = document.request_id ?? "";
  }
}

/** A sign-in that did not succeed. */
export class SignInError extends Error {
  override readonly name = "SignInError";

  /** `code` is an error of OAuth, such as `access_denied`, or `invalid_response` if the answer is from another service. */
  constructor(
    readonly code: string,
    description: string,
  ) {
    super(description ? `${code}: ${description}` : code);
  }
}

/** The service dealt from something else than it had shown before this seat revealed its bytes. */
export class UnfairDealError extends Error {
  override readonly name = "UnfairDealError";
}
