import { Upload } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ExportTarget } from '#preload/contract/exports.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { type BridgeError, asBridgeError } from '../../bridge/console.ts';
import { allSecrets } from '../../bridge/pages.ts';
import { go, useNavigation } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxList, Segmented } from '../../ui/choices.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { allAccounts, allKnownKeys, allWallets } from '../signers/signers.ts';
import { type ExportKind, exportFocus, readExportFocus } from './export-focus.ts';
import { prepareExport, useExport } from './export-store.ts';
import styles from './export.module.css';
import { EXPORT_KIND_NAMES, EXPORT_TEXT } from './text.ts';

/** Something that can be exported, as the list shows it. */
interface Exportable {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly target: ExportTarget;
}

/** What can be exported of a kind, as the service lists it now. @throws BridgeError */
async function listExportable(kind: ExportKind): Promise<readonly Exportable[]> {
  switch (kind) {
    case 'privateKey':
      return (await allKnownKeys()).map(({ privateKeyId, privateKeyName, addresses, publicKey }) => ({
        id: privateKeyId,
        label: privateKeyName,
        detail: addresses[0]?.address ?? publicKey,
        target: { kind, privateKeyId },
      }));
    case 'wallet':
      return (await allWallets()).map(({ walletId, walletName }) => ({
        id: walletId,
        label: walletName,
        detail: walletId,
        target: { kind, walletId },
      }));
    case 'walletAccount':
      return (await allAccounts()).map((account) => ({
        id: account.walletAccountId,
        label: account.name ?? account.path,
        detail: account.address,
        target: { kind, walletId: account.walletId, address: account.address },
      }));
    case 'secrets':
      return (await allSecrets()).map(({ secretId, name }) => ({
        id: secretId,
        label: name ?? secretId,
        detail: secretId,
        target: { kind, secretIds: [secretId] },
      }));
  }
}

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
  // What is being prepared is what is chosen here.
  const isBusy = flow.stage === 'choose' && flow.isBusy;
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} tag={<EffectTag effect="export" />} />
      <CardSection className={styles['form']}>
        <Segmented label={TEXT.kind} options={KINDS} value={kind} onChange={choose} isDisabled={isBusy} />
        <Choice kind={kind} rows={rows} chosen={chosen} onChoose={setChosen} isDisabled={isBusy} />
        <Refusal error={refusal ?? error} />
      </CardSection>
      <CardFooter note={TEXT.note}>
        <Button
          kind="primary"
          isDisabled={target === null}
          isPending={isBusy}
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
  readonly isDisabled: boolean;
}

function Choice({ kind, rows, chosen, onChoose, isDisabled }: ChoiceProps): ReactNode {
  if (rows === null) return <Skeleton lines={2} />;
  const name = EXPORT_KIND_NAMES[kind];
  if (rows.length === 0) return <p className={styles['none']}>{TEXT.none[kind]}</p>;
  if (kind === 'secrets')
    return (
      <CheckboxList label={name} options={rows} value={chosen} onChange={onChoose} isDisabled={isDisabled} />
    );
  return (
    <Select
      label={name}
      options={rows}
      value={chosen[0] ?? null}
      onChange={(id) => onChoose([id])}
      isDisabled={isDisabled}
    />
  );
}
