import { create } from 'zustand';
import type { PasskeyCeremony } from '#preload/contract/credentials.ts';
import { getConsole } from '../../bridge/console.ts';

/** The passkey that the system's browser is asking for now. */
export const usePasskeyCeremony = create<{ readonly ceremony: PasskeyCeremony | null }>(() => ({
  ceremony: null,
}));

/** Follows the ceremonies; gives what ends it. */
export function followPasskeyCeremonies(): () => void {
  const stop = getConsole().passkeys.ceremony((ceremony) => usePasskeyCeremony.setState({ ceremony }));
  return () => {
    stop();
    usePasskeyCeremony.setState({ ceremony: null });
  };
}
