import { type ReactNode, useEffect } from 'react';
import type { ListedContact } from '#preload/contract/contacts.ts';
import { useIsOffline, useProfile } from '../../bridge/app-state.ts';
import { useQuery } from '../../bridge/query.ts';
import { go } from '../../navigation/navigation.ts';
import { Below } from '../../ui/below.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { Card, CardFooter, CardHeader, CardSection, Disclosure } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { Initial } from '../../ui/tags.tsx';
import { AddressText } from '../../ui/values.tsx';
import { contactList } from '../contacts/contact-store.ts';
import { SIGNING_CHAINS, signingChain } from '../signers/chains.ts';
import { KeyInput } from '../signers/key-input.tsx';
import { useKeyOptions } from '../signers/key-options.tsx';
import { signers } from '../signers/signers.ts';
import { ChainFieldInput, useProblem } from './chain-field.tsx';
import {
  changeAmount,
  changePayment,
  chooseAsset,
  switchPaymentChain,
  type PaymentWay,
  choosePaymentNetwork,
  choosePaymentWay,
  loadLastNonce,
  usePayment,
} from './payment-store.ts';
import styles from './payments.module.css';
import { FieldsOnTheirWay, useKnownFields } from './known-fields.tsx';
import { KnownValuesFile } from './known-values-file.tsx';
import { NodeValues } from './node-values.tsx';
import { RecipientCode } from './recipient-code.tsx';
import { PAYMENT_TEXT } from './text.ts';

const TEXT = PAYMENT_TEXT;
const WAYS = [
  { id: 'one', label: TEXT.way.one },
  { id: 'file', label: TEXT.way.file },
] as const;
const CHAINS = SIGNING_CHAINS.map(({ id, name }) => ({ id, label: name }));

interface PartProps {
  readonly isDisabled: boolean;
}

/** The form of a payment: what every chain asks for, and after it what the chosen one asks for. */
export function PaymentForm({
  isDisabled,
  onEnter,
}: PartProps & {
  /** Enter in a line of the form. */
  readonly onEnter: () => void;
}): ReactNode {
  const error = usePayment((state) => state.error);
  const isKnown = useKnownFields();
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} end={<WaySwitch way="one" />} />
      <CardSection>
        <form
          className={styles['fields']}
          aria-label={TEXT.title}
          noValidate
          onSubmit={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
            event.preventDefault();
            if (!event.repeat) onEnter();
          }}
        >
          <Below isKnown={isKnown} before={<FieldsOnTheirWay />}>
            <PaymentPlace isDisabled={isDisabled} />
            <Recipient isDisabled={isDisabled} />
            <AssetAndAmount isDisabled={isDisabled} />
            <ChainFields isDisabled={isDisabled} />
          </Below>
          <Refusal error={error} />
        </form>
      </CardSection>
      <CardFooter note={TEXT.note} />
    </Card>
  );
}

/** One payment, or those of a file, which become a batch: offline there is none. */
export const WaySwitch = ({ way }: { readonly way: PaymentWay }): ReactNode =>
  useIsOffline() ? null : (
    <Segmented label={TEXT.way.label} options={WAYS} value={way} onChange={choosePaymentWay} />
  );

/** On which chain and network is paid, and whose money it is. */
export function PaymentPlace({ isDisabled }: PartProps): ReactNode {
  const { type, network, form } = usePayment();
  const profile = useProfile();
  const known = useQuery(contactList, profile?.id);
  const contacts = known.state === 'ready' ? known.value.contacts : [];
  return (
    <>
      <div className={styles['pair']}>
        <Select
          label={TEXT.chain}
          options={CHAINS}
          value={type}
          onChange={(id) => void switchPaymentChain(id, contacts)}
          isDisabled={isDisabled}
        />
        {form !== null && form.networks.length > 1 && (
          <Select
            label={TEXT.network}
            options={form.networks.map(({ id, name }) => ({ id, label: name }))}
            value={network}
            onChange={(id) => void choosePaymentNetwork(id)}
            isDisabled={isDisabled}
          />
        )}
      </div>
      <Sender isDisabled={isDisabled} />
    </>
  );
}

/** What the chain asks for beside recipient and amount: what must be known, and the fee folded. */
export function ChainFields({ isDisabled }: PartProps): ReactNode {
  const { type, form } = usePayment();
  const fields = form?.fields ?? [];
  const fee = fields.filter(({ group }) => group === 'fee');
  return (
    <>
      {fields
        .filter(({ group }) => group === 'known')
        .map((field) => (
          <ChainFieldInput key={`${type} ${field.name}`} field={field} isDisabled={isDisabled} />
        ))}
      <NodeValues isDisabled={isDisabled} />
      <KnownValuesFile key={type} isDisabled={isDisabled} />
      {fee.length > 0 && (
        <Disclosure label={TEXT.fee}>
          <div className={styles['fields']}>
            {fee.map((field) => (
              <ChainFieldInput key={`${type} ${field.name}`} field={field} isDisabled={isDisabled} />
            ))}
          </div>
        </Disclosure>
      )}
    </>
  );
}

/** Whose money it is: chosen where the service can be asked for its keys, entered where it can't. */
const Sender = (props: PartProps): ReactNode =>
  useIsOffline() ? <SenderInput {...props} /> : <SenderSelect {...props} />;

function SenderInput({ isDisabled }: PartProps): ReactNode {
  const { type, signWith, network, form } = usePayment();
  useEffect(() => void loadLastNonce(), [type, signWith, network, form]);
  return (
    <KeyInput
      // A chain's address is none of another.
      key={type}
      label={TEXT.from}
      help={TEXT.fromOffline}
      value={signWith}
      onTake={(entered) => changePayment({ signWith: entered })}
      isDisabled={isDisabled}
    />
  );
}

/** Whose money it is: a key or account of the chain. */
function SenderSelect({ isDisabled }: PartProps): ReactNode {
  const known = useQuery(signers);
  const { type, signWith, network, form } = usePayment();
  const keys = useKeyOptions(known, type);
  const only = keys.length === 1 ? keys[0]?.id : undefined;
  // One key is no choice.
  useEffect(() => {
    if (signWith === null && only !== undefined) changePayment({ signWith: only });
  }, [signWith, only]);
  useEffect(() => void loadLastNonce(), [type, signWith, network, form]);
  if (known.state === 'failed') return <Refusal error={known.error} />;
  if (known.state === 'ready' && keys.length === 0) {
    return (
      <Note
        title={TEXT.noKey}
        action={
          <Button small onPress={() => go('keys', 'create')}>
            {TEXT.createKey}
          </Button>
        }
      >
        {signingChain(type).key}
      </Note>
    );
  }
  return (
    <Select
      label={TEXT.from}
      placeholder={known.state === 'loading' ? TEXT.loadingKeys : TEXT.chooseKey}
      isDisabled={isDisabled || known.state === 'loading'}
      options={keys}
      value={signWith}
      onChange={(id) => changePayment({ signWith: id })}
    />
  );
}

const NOBODY = 'nobody';

/** Who is paid: a contact of the chain, or an address. */
function Recipient({ isDisabled }: PartProps): ReactNode {
  const profile = useProfile();
  const known = useQuery(contactList, profile?.id);
  const { type, to, contact } = usePayment();
  const problem = useProblem('to', to);
  const choices = (known.state === 'ready' ? known.value.contacts : []).flatMap((each) =>
    addressesOn(each, type).map((address) => ({ id: address, name: each.name })),
  );
  const chosen = choices.find(({ id, name }) => id === to && name === contact);
  return (
    <>
      {choices.length > 0 && (
        <Select
          label={TEXT.contact}
          options={[
            { id: NOBODY, label: TEXT.noContact },
            ...choices.map(({ id, name }) => ({
              id,
              label: name,
              words: id,
              detail: <AddressText value={id} />,
              lead: <Initial of={name} />,
            })),
          ]}
          value={chosen?.id ?? NOBODY}
          onChange={(id) => {
            const name = choices.find((each) => each.id === id)?.name ?? null;
            changePayment({ to: name === null ? '' : id, contact: name });
          }}
          isDisabled={isDisabled}
        />
      )}
      <TextInput
        // A contact that was chosen before leaves the amount to be typed.
        autoFocus={contact === null}
        mono
        label={TEXT.to}
        value={to}
        onChange={(text) => changePayment({ to: text, contact: null })}
        maxLength={1_000}
        spellCheck="false"
        error={problem}
        isDisabled={isDisabled}
      />
      <RecipientCode isDisabled={isDisabled} />
    </>
  );
}

const addressesOn = ({ addresses }: ListedContact, type: string): string[] =>
  addresses.filter(({ chain }) => chain === type).map(({ address }) => address);

function AssetAndAmount({ isDisabled }: PartProps): ReactNode {
  const { assets, asset, amount, contact } = usePayment();
  const chosen = assets.find(({ id }) => id === asset);
  const problem = useProblem('amount', amount);
  return (
    <div className={styles['pair']}>
      <TextInput
        // Once a contact was chosen, the amount is what comes next.
        key={contact ?? ''}
        autoFocus={contact !== null}
        label={TEXT.amount}
        aside={chosen === undefined ? undefined : TEXT.decimals(chosen.symbol, chosen.decimals)}
        value={amount}
        onChange={changeAmount}
        maxLength={200}
        inputMode="decimal"
        error={problem}
        isDisabled={isDisabled}
      />
      <Select
        label={TEXT.asset}
        options={assets.map(({ id, symbol, name }) => ({
          id,
          label: symbol,
          words: `${name} ${id}`,
          aside: name,
          ...(id === '' ? {} : { detail: <AddressText value={id} /> }),
        }))}
        value={chosen === undefined ? null : asset}
        onChange={chooseAsset}
        isDisabled={isDisabled}
      />
    </div>
  );
}
