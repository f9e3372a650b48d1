import type { ReactNode } from 'react';
import { attempt } from '../../ui/attempt.ts';
import { getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { usePasskeyCeremony } from './passkey-ceremony.ts';

/** Where a request under way goes on: on the approval surface, then, where a passkey stamps, in the browser that asks it. */
export function UnderWay(): ReactNode {
  const ceremony = usePasskeyCeremony((state) => state.ceremony);
  if (ceremony?.kind !== 'get') return <span role="status">Approve it on the surface in front.</span>;
  return (
    <>
      <span role="status">Go on in your browser. Its page shows the code {ceremony.code}.</span>{' '}
      <Button kind="quiet" small onPress={() => void attempt(() => getConsole().passkeys.cancel())}>
        Call it off
      </Button>
    </>
  );
}
