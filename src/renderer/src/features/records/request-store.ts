import { create } from 'zustand';
import { onOtherProfile } from '../../bridge/app-state.ts';
import type { OperationParameters } from '../operations/form/operation-parameters.ts';

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
