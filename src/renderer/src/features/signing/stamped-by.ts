import { useAppSnapshot, useCredentials } from '../../bridge/app-state.ts';

/** Which credential and profile a stamp would come from: a preview holds for one of them. */
export function useStampedBy(): string {
  const { profileId } = useAppSnapshot();
  const current = useCredentials().find((credential) => credential.current);
  return `${profileId} ${current?.publicKey ?? ''}`;
}
