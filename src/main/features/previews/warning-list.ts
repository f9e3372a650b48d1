import type { Warning } from '#chains/model/decoded.ts';

/** Warnings without those that say the same words again. */
export function eachOnce(warnings: readonly Warning[]): Warning[] {
  const said = new Set<string>();
  return warnings.filter(({ code, text }) => {
    const words = `${code} ${text}`;
    if (said.has(words)) return false;
    said.add(words);
    return true;
  });
}
