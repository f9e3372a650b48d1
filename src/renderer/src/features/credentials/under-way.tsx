import type { ReactNode } from 'react';
import { attempt } from '../../ui/toasts.ts';
import { getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { usePasskeyCeremony } from './passkey-ceremony.ts';
import { CREDENTIAL_TEXT } from './text.ts';

/** Where a request under way goes on: on the approval surface, then, where a passkey stamps, in the browser that asks it. */
export function UnderWay(): ReactNode {
  const ceremony = usePasskeyCeremony((state) => state.ceremony);
  if (ceremony?.kind !== 'get') return <span role="status">{CREDENTIAL_TEXT.approve}</span>;
  return (
    <>
      <span role="status">{CREDENTIAL_TEXT.passkey.underWay(ceremony.code)}</span>{' '}
      <Button kind="quiet" small onPress={() => void attempt(() => getConsole().passkeys.cancel())}>
        {CREDENTIAL_TEXT.cancel}
      </Button>
    </>
  );
}
