import { type SignedForm, signedDigest, writeSigned } from '#protocol/signed-file.ts';
import { currentCredential, currentProfile } from '../../context/runtime-state.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import type { Vault } from '../../vault/vault.ts';
import { featureError } from '../errors.ts';
import { type LocalAction, actionFact, actionText } from './local-action.ts';

/** What a file is signed for, in words. */
export interface FileToSign<T> {
  readonly form: SignedForm<T>;
  readonly content: T;
  /** One sentence: "Sign a file with 12 contacts." */
  readonly sentence: string;
  /** What is in it, by its label. */
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/**
 * Signs a file with the selected API key, once a person approved it.
 * @returns the file's text
 * @throws AppError `FILE_SIGNER_NEEDED` where no API key is selected; those of the approval and of the keychain
 */
export type SignFile = <T>(file: FileToSign<T>) => Promise<string>;

export const createSignFile =
  (parts: {
    readonly storage: ConsoleStorage;
    readonly vault: Pick<Vault, 'signer'>;
    readonly approve: (action: LocalAction) => Promise<unknown>;
  }): SignFile =>
  async ({ form, content, sentence, facts }) => {
    const { storage, vault, approve } = parts;
    const { id } = await currentProfile(storage);
    const credential = await currentCredential(storage, id);
    if (credential?.kind !== 'key') throw featureError('FILE_SIGNER_NEEDED');
    const { publicKey, curve, label } = credential;
    const digest = signedDigest(form, content);
    await approve({
      operation: 'sign_file',
      effect: 'write',
      summary: 'Sign file',
      sentence: [actionText(sentence)],
      facts: [
        ...facts.map(([name, value]) => actionFact(name, value)),
        actionFact('Signed by', label),
        actionFact('Key', publicKey, 'hash'),
        actionFact('Digest', digest, 'hash'),
      ],
      warnings: [],
      subject: `${form.format} ${digest}`,
    });
    return writeSigned(form, content, await vault.signer(publicKey, curve));
  };
