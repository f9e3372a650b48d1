import { Signature } from 'lucide-react';
import type { ReactNode } from 'react';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { chainOfKey } from './chains.ts';
import type { SignerChoice } from './signers.ts';
import { SIGNER_TEXT } from './text.ts';

/** Goes to the signing screen with what stands here chosen; nothing where it signs for no chain. */
export function SignButton({ signer }: { signer: SignerChoice }): ReactNode {
  if (chainOfKey(signer) === undefined) return null;
  return (
    <Button
      small
      icon={Signature}
      aria-label={SIGNER_TEXT.signWith(signer.name)}
      onPress={() => go('sign', signer.signWith)}
    >
      {SIGNER_TEXT.sign}
    </Button>
  );
}
