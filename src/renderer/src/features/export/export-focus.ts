import type { ExportTarget } from '#preload/contract/exports.ts';
import { EXPORT_KIND_NAMES } from './text.ts';

export type ExportKind = ExportTarget['kind'];

/** Where the export screen is to open: at a kind, with one of it chosen. */
export const exportFocus = (kind: ExportKind, id: string): string => `${kind} ${id}`;

/** What the screen was opened at; the first kind where it was opened at nothing. */
export function readExportFocus(focus: string | null): { kind: ExportKind; id: string | null } {
  const [kind = '', id = null] = focus?.split(' ') ?? [];
  return isKind(kind) ? { kind, id } : { kind: 'privateKey', id: null };
}

const isKind = (kind: string): kind is ExportKind => Object.hasOwn(EXPORT_KIND_NAMES, kind);
