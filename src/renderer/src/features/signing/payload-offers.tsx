import { Braces, type LucideIcon, MessageSquareText, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TypedDataInput } from '#protocol/typed-data-input.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { OperationDialog } from '../operations/operation-dialog.tsx';
import { useSigning } from './signing-store.ts';
import { SIGNING_TEXT } from './text.ts';

/** A way to sign what was pasted: what the operation's form begins with, and what stays as it is. */
interface Way {
  readonly label: string;
  readonly initial: Readonly<Record<string, string>>;
}

interface PayloadOfferProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
  /** The first is the usual one. */
  readonly ways: readonly Way[];
}

/** Says what was pasted, and opens the operation that signs it. */
function PayloadOffer({ icon, title, children, ways }: PayloadOfferProps): ReactNode {
  const [open, setOpen] = useState<Way | null>(null);
  const signWith = useSigning((state) => state.signWith);
  return (
    <>
      <EmptyState
        icon={icon}
        title={title}
        action={ways.map((way, index) => (
          <Button key={way.label} kind={index === 0 ? 'primary' : 'plain'} onPress={() => setOpen(way)}>
            {way.label}
          </Button>
        ))}
      >
        {children}
      </EmptyState>
      {open !== null && (
        <OperationDialog
          operation="sign_raw_payload"
          initial={{ ...(signWith === null ? {} : { signWith }), ...open.initial }}
          locked={Object.keys(open.initial)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

const TEXT = SIGNING_TEXT.offers;

/** Typed data: EIP-712 hashes it, and nothing is chosen. */
export function TypedDataOffer({ primaryType, domain }: TypedDataInput): ReactNode {
  const text = useSigning((state) => state.text);
  const initial = {
    payload: text.trim(),
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  };
  return (
    <PayloadOffer icon={Braces} title={TEXT.typedData.title} ways={[{ label: TEXT.typedData.sign, initial }]}>
      {TEXT.typedData.text(primaryType, domain)}
    </PayloadOffer>
  );
}

/** A text for people: as Ethereum's wallets sign it, or its bytes as they are. */
export function MessageOffer({ personal }: { personal: string }): ReactNode {
  const text = useSigning((state) => state.text);
  const wallets = {
    payload: personal,
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  };
  return (
    <PayloadOffer
      icon={MessageSquareText}
      title={TEXT.message.title}
      ways={[
        { label: TEXT.message.personal, initial: wallets },
        { label: TEXT.message.plain, initial: { payload: text, encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' } },
      ]}
    >
      {TEXT.message.text}
    </PayloadOffer>
  );
}

/** Hex that no chain reads as a transaction: bytes are signed blindly, and said to be. */
export function BytesOffer({ bytes }: { bytes: number }): ReactNode {
  const text = useSigning((state) => state.text);
  const payload = text.replace(/\s+/g, '').replace(/^0x/i, '');
  return (
    <PayloadOffer
      icon={TriangleAlert}
      title={SIGNING_TEXT.preview.unreadableTitle}
      ways={[{ label: TEXT.bytes.sign, initial: { payload, encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' } }]}
    >
      {TEXT.bytes.text(bytes)}
    </PayloadOffer>
  );
}
