import type { ReactNode } from 'react';
import type { KeyImportSubject } from '#preload/contract/key-imports.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import { KEY_CURVE_NAMES } from '#protocol/keys/curve.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { CheckboxList } from '../../ui/choices.tsx';
import { Copied } from '../../ui/values.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { FORMATS_OF_CURVE } from '../signers/key-facts.ts';
import { showKeyImport } from './key-import-store.ts';
import { KEY_FORM_NAMES, KEY_IMPORT_TEXT } from './text.ts';

const TEXT = KEY_IMPORT_TEXT.key;

type KeySubject = Extract<KeyImportSubject, { kind: 'privateKey' }>;

const choose = async (curve: KeyCurve, addressFormats: AddressFormat[]): Promise<void> =>
  showKeyImport(await getConsole().keyImports.choose({ kind: 'privateKey', curve, addressFormats }));

/** The curve and addresses of a private key; every choice is derived anew on the privileged side. */
export function KeyChoice({ subject }: { subject: KeySubject }): ReactNode {
  const { form, curve, curves } = subject;
  const task = useTask(choose);
  const chosen = subject.addresses.map(({ addressFormat }) => addressFormat);
  // The form may have brought an address that is seldom chosen.
  const offered = [...new Set([...FORMATS_OF_CURVE[curve], ...chosen])];
  return (
    <>
      <Facts>
        <FactRow label={TEXT.format}>
          {KEY_FORM_NAMES[form]}, {KEY_CURVE_NAMES[curve]}
        </FactRow>
        {subject.addresses.map(({ addressFormat, address }) => (
          <FactRow key={addressFormat} label={FORMAT_NAMES[addressFormat]}>
            <Copied value={address} what={TEXT.copyAddress} />
          </FactRow>
        ))}
        <FactRow label={TEXT.publicKey}>
          <Copied value={subject.publicKey} what={TEXT.copyPublicKey} />
        </FactRow>
      </Facts>
      {curves.length > 1 && (
        <Select
          label={TEXT.curve}
          options={curves.map((id) => ({ id, label: KEY_CURVE_NAMES[id] }))}
          value={curve}
          onChange={(next) => void task.run(next, FORMATS_OF_CURVE[next].slice(0, 1))}
          help={TEXT.curveHelp}
        />
      )}
      <CheckboxList
        label={TEXT.addresses}
        options={offered.map((id) => ({ id, label: FORMAT_NAMES[id] }))}
        value={chosen}
        onChange={(formats) => void task.run(curve, formats)}
      />
      <Refusal error={task.error} />
    </>
  );
}
