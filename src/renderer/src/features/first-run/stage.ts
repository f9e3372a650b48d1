import { create } from 'zustand';
import type { Credential } from '#preload/contract/credentials.ts';
import type { KeySource } from '../credentials/bring-form.tsx';

/** Where the first run is. It holds the window until it is finished, also once there is a credential. */
type Stage =
  | { readonly name: 'question' }
  | { readonly name: 'create' }
  | { readonly name: 'bring' }
  | { readonly name: 'made'; readonly credential: Credential; readonly source: KeySource | null };

export const useStage = create<{ readonly stage: Stage }>(() => ({ stage: { name: 'question' } }));

/** Goes to a stage; the question is also where a finished first run rests. */
export const toStage = (stage: Stage): void => useStage.setState({ stage });
