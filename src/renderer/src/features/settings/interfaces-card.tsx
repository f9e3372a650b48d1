import { FileCode, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ImportedAbi } from '#preload/contract/interfaces.ts';
import { useProfile } from '../../bridge/app-state.ts';
import { useRemote } from '../../bridge/query.ts';
import { Address } from '../../ui/values.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { formatDay } from '../../format/time.ts';
import { ImportAbiDialog } from './import-abi-dialog.tsx';
import { importedAbis } from './interfaces-store.ts';
import { RemoveAbiDialog } from './remove-abi-dialog.tsx';
import styles from './settings.module.css';
import { SETTINGS_TEXT } from './text.ts';

/** The interfaces of contracts that the operator brought along, for calls that the console does not know by itself. */
export function InterfacesCard(): ReactNode {
  const [isImporting, setImporting] = useState(false);
  const profile = useProfile();
  const known = useRemote(importedAbis, profile?.id);
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
      {abis.length > 0 && (
        <ul className={styles['list']} aria-label={SETTINGS_TEXT.interfaces.list}>
          {abis.map((abi) => (
            <AbiRow key={`${abi.chainId} ${abi.address}`} abi={abi} />
          ))}
        </ul>
      )}
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
          <Address value={abi.address} />
        </div>
        <div className={styles['text']}>
          {SETTINGS_TEXT.interfaces.details(abi.network, functions, formatDay(abi.importedAtMs))}
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
