import { FileCode, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ImportedAbi } from '#preload/contract/interfaces.ts';
import { useProfile } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import type { QueryState } from '../../bridge/live-query.ts';
import { useTask } from '../../bridge/use-task.ts';
import { formatDay } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Finding } from '../../ui/finding.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { AddressText } from '../../ui/values.tsx';
import { useListSearch } from '../filters/list-search.tsx';
import { ImportAbiDialog } from './import-abi-dialog.tsx';
import { takeUpInterfaces } from './interfaces-store.ts';
import styles from './settings.module.css';
import { SETTINGS_TEXT } from './text.ts';

const abiText = ({ name, address, network }: ImportedAbi): string => [name, address, network].join(' ');

function Abis({ abis }: { readonly abis: readonly ImportedAbi[] }): ReactNode {
  const label = SETTINGS_TEXT.interfaces.list;
  const search = useListSearch({ list: 'interfaces', label, rows: abis, textOf: abiText });
  return (
    <Finding label={label} rows={abis} search={search}>
      {(shown) => (
        <ul className={styles['list']} aria-label={label}>
          {shown.map((abi) => (
            <AbiRow key={`${abi.chainId} ${abi.address}`} abi={abi} />
          ))}
        </ul>
      )}
    </Finding>
  );
}

/** The interfaces of contracts that the operator brought along, for calls that the console does not know by itself. */
export function InterfacesCard({ known }: { readonly known: QueryState<readonly ImportedAbi[]> }): ReactNode {
  const [isImporting, setImporting] = useState(false);
  const profile = useProfile();
  const abis = known.state === 'ready' ? known.value : [];
  return (
    <Card label={SETTINGS_TEXT.interfaces.title}>
      <CardHeader title={SETTINGS_TEXT.interfaces.title} />
      {known.state === 'failed' && (
        <CardSection>
          <Refusal error={known.error} />
        </CardSection>
      )}
      {known.state === 'ready' && abis.length === 0 && (
        <CardSection>
          {SETTINGS_TEXT.interfaces.none(profile?.name ?? SETTINGS_TEXT.interfaces.thisProfile)}
        </CardSection>
      )}
      {abis.length > 0 && <Abis abis={abis} />}
      <CardFooter note={SETTINGS_TEXT.interfaces.note}>
        <Button icon={Plus} onPress={() => setImporting(true)}>
          {SETTINGS_TEXT.interfaces.import}
        </Button>
      </CardFooter>
      {isImporting && <ImportAbiDialog onClose={() => setImporting(false)} />}
    </Card>
  );
}

function AbiRow({ abi }: { abi: ImportedAbi }): ReactNode {
  const [isRemoving, setRemoving] = useState(false);
  const functions = SETTINGS_TEXT.interfaces.functions(abi.functions);
  return (
    <li>
      <span className={styles['face']}>
        <Icon of={FileCode} />
      </span>
      <div className={styles['words']}>
        <div className={styles['name']}>{abi.name}</div>
        <div className={styles['text']}>
          <AddressText value={abi.address} />
        </div>
        <div className={styles['text']}>
          {abi.isOwn
            ? SETTINGS_TEXT.interfaces.details(abi.network, functions, formatDay(abi.importedAtMs))
            : SETTINGS_TEXT.interfaces.foreign(abi.network)}
        </div>
      </div>
      <Button
        small
        kind="quiet"
        icon={Trash2}
        aria-label={SETTINGS_TEXT.interfaces.remove(abi.name)}
        onPress={() => setRemoving(true)}
      />
      {isRemoving && <RemoveAbiDialog abi={abi} onClose={() => setRemoving(false)} />}
    </li>
  );
}

const remove = async ({ chainId, address }: ImportedAbi): Promise<true> => {
  await getConsole().interfaces.removeAbi({ chainId, address });
  return true;
};

/** Asks before an ABI is forgotten. */
function RemoveAbiDialog({ abi, onClose }: { abi: ImportedAbi; onClose: () => void }): ReactNode {
  const task = useTask(remove);
  const confirm = async (): Promise<void> => {
    if (!(await task.run(abi))) return;
    onClose();
    await takeUpInterfaces();
  };
  return (
    <ConfirmDialog
      isOpen
      effect="destroy"
      title={SETTINGS_TEXT.interfaces.remove(abi.name)}
      action={SETTINGS_TEXT.interfaces.removeButton}
      isPending={task.busy}
      error={task.error}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>
        {SETTINGS_TEXT.interfaces.lose} <AddressText value={abi.address} />
        {SETTINGS_TEXT.interfaces.loseNames(abi.network)}
      </p>
    </ConfirmDialog>
  );
}
