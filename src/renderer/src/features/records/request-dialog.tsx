import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { reloadShown } from '../../bridge/query.ts';
import { OperationDialog } from '../operations/operation-dialog.tsx';
import { openRequest, useRecordRequest } from './request-store.ts';

/** The form that a button of a record opened. It outlives the record: what came of a deletion is shown here. */
export function RequestDialog(): ReactNode {
  const request = useRecordRequest((state) => state.request);
  useEffect(() => () => openRequest(null), []);
  return (
    request && (
      <OperationDialog
        {...request}
        onClose={() => openRequest(null)}
        onCompleted={() => void reloadShown()}
      />
    )
  );
}
