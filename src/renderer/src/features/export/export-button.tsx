import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { exportFocus } from './export-focus.ts';
import type { ExportKind } from './export-targets.ts';
import { EXPORT_TEXT } from './text.ts';

interface ExportButtonProps {
  readonly kind: ExportKind;
  readonly id: string;
  /** What is exported, for those who do not see the row. */
  readonly name: string;
}

/** Opens the export with one thing chosen; what leaves is decided there. */
export const ExportButton = ({ kind, id, name }: ExportButtonProps): ReactNode => (
  <Button
    kind="quiet"
    small
    icon={Upload}
    aria-label={EXPORT_TEXT.export(name)}
    onPress={() => go('export', exportFocus(kind, id))}
  />
);
