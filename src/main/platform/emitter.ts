/** Something that is told to everybody who listens, in the order in which they began. */
export interface Emitter<Told extends readonly unknown[] = []> {
  on(listener: (...told: Told) => void): void;
  /** Tells it; nobody is told later what nobody heard. */
  readonly emit: (...told: Told) => void;
}

export function createEmitter<Told extends readonly unknown[] = []>(): Emitter<Told> {
  const listeners: ((...told: Told) => void)[] = [];
  return {
    on: (listener) => void listeners.push(listener),
    emit: (...told) => {
      for (const listener of listeners) listener(...told);
    },
  };
}

/**
 * As an emitter, for what may be told before anybody listens, like a press in a window that is drawn while the console
 * starts: who listens first is told of it then, once, however often it was.
 */
export function createEarlyEmitter(): Emitter {
  const emitter = createEmitter();
  let isHeard = false;
  let isOwed = false;
  return {
    on: (listener) => {
      emitter.on(listener);
      isHeard = true;
      if (!isOwed) return;
      isOwed = false;
      listener();
    },
    emit: () => {
      isOwed ||= !isHeard;
      emitter.emit();
    },
  };
}

/** A question that is asked by what starts first, and answered by what starts later. */
export interface LatePort<Asked extends readonly unknown[], Answer> {
  readonly ask: (...asked: Asked) => Answer;
  answerWith(answer: (...asked: Asked) => Answer): void;
}

/** @param unanswered the answer as long as nobody answers */
export function createLatePort<Asked extends readonly unknown[], Answer>(
  unanswered: Answer,
): LatePort<Asked, Answer> {
  let answer: (...asked: Asked) => Answer = () => unanswered;
  return {
    ask: (...asked) => answer(...asked),
    answerWith: (given) => {
      answer = given;
    },
  };
}
