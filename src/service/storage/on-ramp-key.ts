import { onRampEncapsulatedKey } from '#protocol/bundle/on-ramp.ts';

/** What migration 012 calls for each kept text; null for what is none. */
export function onRampKeyOrNull(text: unknown): string | null {
  try {
    return typeof text === 'string' ? onRampEncapsulatedKey(text) : null;
  } catch {
    return null;
  }
}
