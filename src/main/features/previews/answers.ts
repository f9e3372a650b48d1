import { AppError } from '#protocol/error.ts';

/**
 * What the service says, where a preview can do without it and then says less; undefined where it cannot be asked.
 * @throws whatever is no AppError
 */
export async function answerOf<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * As `answerOf`, for what is only missing where there is no service at all; a refusal is thrown.
 * @throws AppError of any other code than `NO_SERVICE`
 */
export async function answerIfServed<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NO_SERVICE') return undefined;
    throw error;
  }
}
