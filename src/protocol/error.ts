/** An error of ours: a stable code, what happened, and what to do next. Safe to show; never holds a secret. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: string;
  readonly remedy: string;

  constructor(code: string, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.remedy = remedy;
  }
}
