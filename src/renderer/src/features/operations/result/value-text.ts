import { labelOfName, wordsOfValues } from '#protocol/form/words.ts';
import { formatMinute } from '#renderer/format/time.ts';
import { RESULT_TEXT } from './text.ts';

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A time as published services write it, or null. */
function timeOf(value: unknown): string | null {
  if (!isObject(value) || typeof value['seconds'] !== 'string' || Object.keys(value).length > 2) return null;
  const ms = Number(value['seconds']) * 1000;
  return Number.isFinite(ms) ? formatMinute(ms) : null;
}

/** A single value in words; null for what has parts. */
export function wordsOf(value: unknown): string | null {
  if (value === null || value === undefined) return RESULT_TEXT.notSet;
  if (typeof value === 'boolean') return value ? RESULT_TEXT.yes : RESULT_TEXT.no;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return textWords(value);
  return timeOf(value);
}

function textWords(text: string): string {
  if (text === '') return RESULT_TEXT.empty;
  // Enumerations of the wire format: CURVE_P256, ACTIVITY_STATUS_COMPLETED.
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text)) return wordsOfValues([text])[0] ?? text;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatMinute(Date.parse(text));
  return text;
}

/** Whether a text is an id, a key or other data, which is drawn in the fixed-width face. */
export const isData = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= 20 && !value.includes(' ');

/** The name of a member in words. */
export const nameOf = labelOfName;
