import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { ExportTarget } from '#preload/contract/exports.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { asBridgeError } from '../../bridge/console.ts';
import type { BridgeError } from '../../bridge/console.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxList, Segmented } from '../../ui/choices.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { readExportFocus } from './export-focus.ts';
import { prepareExport, useExport } from './export-store.ts';
import { listExportable } from './export-targets.ts';
import type { ExportKind, Exportable } from './export-targets.ts';
import styles from './export.module.css';
import { EXPORT_KIND_NAMES, EXPORT_TEXT } from './text.ts';

const TEXT = EXPORT_TEXT.choose;

const KINDS = (['privateKey', 'wallet', 'walletAccount', 'secrets'] as const).map((id) => ({
  id,
  label: EXPORT_KIND_NAMES[id],
}));

/** The first step: what is to be taken out. */
export function ChooseCard(): ReactNode {
  const { profileId } = useAppSnapshot();
  const flow = useExport();
  const asked = readExportFocus(useNavigation((state) => state.focus));
  const [kind, setKind] = useState<ExportKind>(asked.kind);
  const [rows, setRows] = useState<readonly Exportable[] | null>(null);
  const [refusal, setRefusal] = useState<BridgeError | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>(asked.id === null ? [] : [asked.id]);
  const choose = (next: ExportKind): void => {
    setKind(next);
    setRows(null);
    setChosen([]);
  };
  useEffect(() => {
    let isHere = true;
    const show = (found: readonly Exportable[], refused: BridgeError | null): void => {
      if (!isHere) return;
      setRows(found);
      setRefusal(refused);
    };
    listExportable(kind).then(
      (found) => show(found, null),
      (thrown: unknown) => show([], asBridgeError(thrown)),
    );
    return () => {
      isHere = false;
    };
  }, [kind, profileId]);
  const target = targetOf(rows ?? [], chosen);
  const error = flow.stage === 'choose' ? flow.error : null;
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} tag={<EffectTag effect="export" />} />
      <CardSection className={styles['form']}>
        <Segmented label={TEXT.kind} options={KINDS} value={kind} onChange={choose} />
        <Choice kind={kind} rows={rows} chosen={chosen} onChoose={setChosen} />
        <Refusal error={refusal ?? error} />
      </CardSection>
      <CardFooter note={TEXT.note}>
        <Button
          kind="primary"
          isDisabled={target === null}
          isPending={flow.stage === 'choose' && flow.isBusy}
          onPress={() => target && void prepareExport(target)}
        >
          {TEXT.preview}
        </Button>
      </CardFooter>
    </Card>
  );
}

function targetOf(rows: readonly Exportable[], chosen: readonly string[]): ExportTarget | null {
  const found = rows.filter(({ id }) => chosen.includes(id)).map(({ target }) => target);
  const [first] = found;
  if (first?.kind !== 'secrets') return first ?? null;
  return {
    kind: 'secrets',
    secretIds: found.flatMap((target) => (target.kind === 'secrets' ? target.secretIds : [])),
  };
}

interface ChoiceProps {
  readonly kind: ExportKind;
  readonly rows: readonly Exportable[] | null;
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
}

function Choice({ kind, rows, chosen, onChoose }: ChoiceProps): ReactNode {
  if (rows === null) return <Skeleton lines={2} />;
  const name = EXPORT_KIND_NAMES[kind];
  if (rows.length === 0) return <p className={styles['none']}>{TEXT.none[kind]}</p>;
  if (kind === 'secrets')
    return <CheckboxList label={name} options={rows} value={chosen} onChange={onChoose} />;
  return <Select label={name} options={rows} value={chosen[0] ?? null} onChange={(id) => onChoose([id])} />;
}
