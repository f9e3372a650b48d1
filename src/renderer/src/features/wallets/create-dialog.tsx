import { type ReactNode, useEffect, useState } from 'react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import { USUAL_FORMATS, usualAccount } from '#protocol/keys/usual-accounts.ts';
import { reloadShown } from '../../bridge/query.ts';
import { Button } from '../../ui/button.tsx';
import { Chips, Segmented } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { DialogReview } from '../requests/dialog-review.tsx';
import { createScreenFlow, useFreshFlow } from '../requests/request-flow.ts';
import { REQUEST_TEXT } from '../requests/text.ts';
import { WALLET_TEXT } from './text.ts';

const TEXT = WALLET_TEXT.draft;

const WORD_COUNTS = ['12', '24'] as const;

/** A wallet that is to be made: its name, how many words its phrase has, and the addresses of its first accounts. */
interface WalletDraft {
  readonly name: string;
  readonly words: (typeof WORD_COUNTS)[number];
  readonly formats: readonly AddressFormat[];
}

const FIRST: WalletDraft = { name: '', words: '12', formats: ['ADDRESS_FORMAT_ETHEREUM'] };
const WORDS = WORD_COUNTS.map((id) => ({ id, label: TEXT.wordCount(id) }));
const FORMATS = USUAL_FORMATS.map((id) => ({ id, label: FORMAT_NAMES[id] }));

/** The first account of each address format, where wallets look for it. */
const accountsOf = ({ formats }: WalletDraft): WalletAccountParameters[] =>
  formats.map((format) => usualAccount(format, 0)).filter((account) => account !== undefined);

const flow = createScreenFlow();

const prepare = (draft: WalletDraft): Promise<void> =>
  flow.prepare('create_wallet', {
    walletName: draft.name.trim(),
    mnemonicLength: Number(draft.words),
    accounts: accountsOf(draft).map(({ curve, pathFormat, path, addressFormat }) => ({
      ...{ curve, pathFormat, path, addressFormat },
    })),
  });

/** Asks for a new wallet: its name, words and first accounts, then the approval, which spells all of it out. */
export function CreateWalletDialog({
  asked = '',
  onClose,
}: {
  /** The name of a wallet whose approval is asked for already; empty for one that is to be filled in. */
  readonly asked?: string;
  readonly onClose: () => void;
}): ReactNode {
  const state = useFreshFlow(flow);
  const [draft, setDraft] = useState({ ...FIRST, name: asked });
  useEffect(() => {
    if (asked !== '' && flow.useFlow.getState().stage === 'idle')
      void prepare({ ...FIRST, name: asked }).then(() => flow.review());
  }, [asked]);
  const close = (): void => {
    // While the approval surface is in front, that is where it is decided.
    if (flow.useFlow.getState().stage === 'reviewing') return;
    flow.discard();
    onClose();
  };
  const isForm = state.stage === 'idle' || state.stage === 'preparing' || state.stage === 'refused';
  return (
    <Dialog isOpen onClose={close} title={WALLET_TEXT.wallets.create} tag={<EffectTag effect="write" />}>
      {isForm ? (
        <DraftForm draft={draft} onChange={setDraft} onCancel={close} />
      ) : (
        <DialogReview
          flow={flow}
          state={state}
          onCompleted={reloadShown}
          onAgain={() => void prepare(draft)}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

interface DraftFormProps {
  readonly draft: WalletDraft;
  readonly onChange: (draft: WalletDraft) => void;
  readonly onCancel: () => void;
}

function DraftForm({ draft, onChange, onCancel }: DraftFormProps): ReactNode {
  const state = flow.useFlow();
  const [isTried, setTried] = useState(false);
  const missing = draft.name.trim() === '' ? TEXT.nameMissing : null;
  const edit = (next: Partial<WalletDraft>): void => {
    flow.edited();
    onChange({ ...draft, ...next });
  };
  const submit = (): void => {
    setTried(true);
    // Enter that is held down submits again and again.
    if (flow.useFlow.getState().stage === 'preparing') return;
    // The form says what the preview would: the approval surface comes at once.
    if (missing === null) void prepare(draft).then(() => flow.review());
  };
  return (
    <Form
      label={WALLET_TEXT.wallets.create}
      onSubmit={submit}
      actions={
        <>
          <Button onPress={onCancel}>{TEXT.cancel}</Button>
          <Button kind="primary" type="submit" kbd="⏎" isPending={state.stage === 'preparing'}>
            {REQUEST_TEXT.review}
          </Button>
        </>
      }
    >
      <TextInput
        label={WALLET_TEXT.name}
        autoFocus
        maxLength={255}
        value={draft.name}
        onChange={(name) => edit({ name })}
        help={TEXT.nameHelp}
        error={isTried ? missing : null}
      />
      <div>
        <Segmented
          label={TEXT.words}
          options={WORDS}
          value={draft.words}
          onChange={(words) => edit({ words })}
        />
      </div>
      <Chips
        label={TEXT.accounts}
        options={FORMATS}
        value={draft.formats}
        onChange={(formats) => edit({ formats })}
      />
      <Facts>
        {accountsOf(draft).map(({ addressFormat, path }) => (
          <FactRow key={addressFormat} label={FORMAT_NAMES[addressFormat]}>
            {path}
          </FactRow>
        ))}
      </Facts>
      <Refusal error={state.stage === 'refused' ? state.error : null} />
    </Form>
  );
}
