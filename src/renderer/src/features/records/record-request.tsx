import { type ReactNode, useEffect } from 'react';
import { create } from 'zustand';
import { onOtherProfile } from '../../bridge/app-state.ts';
import { reloadShown } from '../../bridge/query.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import type { OperationParameters } from '../operations/form/id-options.ts';
import { OperationDialog } from '../operations/operation-dialog.tsx';

/** A request that a record's button asks for: its operation, and what of its parameters is known. */
export interface RecordRequest {
  readonly operation: string;
  readonly initial?: OperationParameters;
  /** Names of the parameters that say which record is meant. */
  readonly locked?: readonly string[];
}

/** The request whose form is open. */
export const useRecordRequest = create<{ readonly request: RecordRequest | null }>(() => ({ request: null }));

/** Opens the form of a request, or closes it. */
export const openRequest = (request: RecordRequest | null): void => useRecordRequest.setState({ request });

onOtherProfile(() => openRequest(null));

type RequestButtonProps = RecordRequest &
  Pick<ButtonProps, 'kind' | 'small' | 'icon' | 'aria-label' | 'children'>;

/** Opens the form of an operation, with what the record already says filled in. */
export function RequestButton({ operation, initial, locked, ...button }: RequestButtonProps): ReactNode {
  const request = {
    operation,
    ...(initial === undefined ? {} : { initial }),
    ...(locked === undefined ? {} : { locked }),
  };
  return <Button {...button} onPress={() => openRequest(request)} />;
}

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
