import type { Fact, SentencePart, Warning } from '#chains/model/decoded.ts';

/** Names that no operation of the catalogue has: what is done on this computer, and nothing is stamped for. */
export const LOCAL_OPERATIONS = [
  'forget_credential',
  'import_credential',
  'add_profile',
  'edit_profile',
  'remove_profile',
  'test_connection',
  'name_node',
  'remove_node',
  'set_auth_proxy_address',
  'log_in_at_new_issuer',
  'read_file',
  'take_out_exported_key',
  'set_unlock_method',
  'remove_unlock_method',
  'go_without_unlock_method',
  'set_idle_lock',
  'turn_on_update_checks',
  'install_update',
  'confirm_clock',
  'set_offline_start',
  'save_contact',
  'delete_contact',
  'set_contacts_only',
  'start_contact_list',
  'import_contacts',
  'sign_file',
  'close_journal',
  'make_backup',
  'approve_key_ceremony',
  'remove_key_ceremony',
  'restore_service',
] as const;

/** An act on this computer that the operator has to see apart from the window. */
export interface LocalAction {
  readonly operation: (typeof LOCAL_OPERATIONS)[number];
  readonly effect: 'write' | 'destroy' | 'export';
  /** That a person proves again that they are here, though the effect alone does not ask for it. */
  readonly verifiesUser?: true;
  /** A few words, as a title. */
  readonly summary: string;
  readonly sentence: readonly SentencePart[];
  readonly facts: readonly Fact[];
  readonly warnings: readonly Warning[];
  /** What it is about, for the journal. */
  readonly subject: string;
  /** The profile that it is about, by its name; the selected one when absent. */
  readonly profileName?: string;
}

/** A part of a sentence. */
export const actionText = (value: string): SentencePart => ({ kind: 'text', value });
/** A line of a card. */
export const actionFact = (label: string, value: string, kind: Fact['kind'] = 'text'): Fact => ({
  label,
  value,
  kind,
});
