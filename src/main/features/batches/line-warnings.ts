import type { Warning } from '#chains/model/decoded.ts';
import { blindSigning, ordered } from '#chains/model/warnings.ts';
import { expiryWarnings } from '../previews/module.ts';
import type { PreviewParts } from '../previews/module.ts';

/** Warnings of one line, with what its time limit and its unread parts ask for; the gravest first, each once. */
export function lineWarnings({ reading, warnings }: PreviewParts, nowMs: number): Warning[] {
  const isSaid = warnings.some(({ code }) => code === 'BLIND_SIGNING');
  const blind = reading?.blind === true && !isSaid ? [blindSigning('A part of it could not be read.')] : [];
  return ordered([...expiryWarnings(reading, nowMs), ...blind, ...warnings]);
}
