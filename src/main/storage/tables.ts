import type { CredentialKind } from '#preload/contract/credentials.ts';
import type { SessionOrigin } from '#preload/contract/login-sessions.ts';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import type { ApiKeyCurve } from '#protocol/stamp.ts';

/** The console's own database. Nothing in it is secret: keys are in the keychain. Times are ms since the epoch. */
export interface Tables {
  credential: {
    kind: CredentialKind;
    /** Hex, as in stamps. */
    public_key: string;
    profile_id: string;
    curve: ApiKeyCurve;
    label: string;
    created_at: number;
    expires_at: number | null;
  };
  /** What is known of a session, beside its credential; it goes with it. */
  login_session: {
    public_key: string;
    origin: SessionOrigin;
    organization_id: string;
    organization_name: string;
    user_id: string;
    username: string;
    last_used_at: number | null;
  };
  /** What is known of a passkey, beside its credential; it goes with it. */
  passkey: {
    public_key: string;
    /** Base64url. */
    credential_id: string;
    rp_id: string;
    user_id: string;
    username: string;
    organization_name: string;
  };
  profile: {
    id: string;
    kind: 'local' | 'hosted';
    name: string;
    base_url: string;
    organization_id: string | null;
    organization_name: string | null;
    pinned_keys: string | null;
    /** JSON; null for the default. A proxy's password is in the keychain. */
    network: string | null;
    /** How often its address, organization or keys were changed. */
    moves: number;
    created_at: number;
  };
  setting: { name: string; value: string };
  /** What narrows a list, under a name; it goes with its profile. `filter`: JSON, without the list. */
  saved_filter: { profile_id: string; list: string; name: string; filter: string };
  /** `parameters`: JSON; no tokens. */
  template: { operation: string; name: string; parameters: string };
  /** An ABI that was imported for a contract; it goes with its profile. */
  contract_abi: {
    profile_id: string;
    /** In decimal. */
    chain_id: string;
    /** With its checksum. */
    address: string;
    name: string;
    /** The JSON. */
    abi: string;
    imported_at: number;
    /** Over all other columns, as hex; null for a row of an earlier version. */
    mac: string | null;
  };
  sent_request: {
    /** `sha256:` and the hex digest of the body. */
    fingerprint: string;
    operation: string;
    /** The exact text that was stamped. */
    body: string;
    profile_id: string;
    public_key: string;
    sent_at: number;
    /** What the result is checked against, as JSON; made at the preview. */
    expectation: string;
    /** Over all that decides what is stamped (src/main/vault/request-seal.ts), as hex. */
    mac: string | null;
    /**
     * `sent`: no line in the journal yet; `open`: the journal has the stamp, no answer came; `waiting`: its activity has no
     * end yet; `answered`: it has its end, and goes after a while.
     */
    state: 'sent' | 'open' | 'waiting' | 'answered';
  };
  /** Whom completed transactions paid, so that a look-alike of one of them is seen, and a new one is called new. */
  earlier_recipient: {
    profile_id: string;
    /** The transaction's type. */
    chain: TransactionType;
    address: string;
    paid_at: number;
    /** Over the profile, the chain and the address (src/main/vault/request-seal.ts), as hex. */
    mac: string;
  };
  /** The highest nonce that completed transactions of an address used up on a network. */
  signed_nonce: {
    profile_id: string;
    /** The transaction's type. */
    chain: TransactionType;
    network: string;
    address: string;
    /** In decimal: it has up to 64 bits. */
    nonce: string;
    signed_at: number;
    /** Over all of it but the time, as hex. */
    mac: string;
  };
  /** What the operator's file calls the request of an activity. */
  activity_reference: {
    profile_id: string;
    activity_id: string;
    reference: string;
    /** Over all of it, as hex. */
    mac: string;
  };
  /** All contacts of a profile in one text, whose digest the keychain has (src/main/features/contacts/contact-book.ts). */
  contact_book: {
    profile_id: string;
    content: string;
  };
  request_set: {
    id: string;
    /** What it is for: target keys of an import, the import itself, or requests out of a file. */
    purpose: 'targets' | 'secrets' | 'batch' | 'votes';
    /** The name of what it was made from. */
    title: string;
    results: string | null;
    profile_id: string;
    public_key: string;
    organization_id: string;
    /** How often the profile had moved when it was made. */
    moves: number;
    created_at: number;
    /** 1 once all of its requests are there: one that was interrupted while it was made or removed is no set. */
    is_whole: 0 | 1;
    /** So many rows of its file are no part of it, and the lines of the first, with blanks between. */
    left_out: number;
    left_out_lines: string;
  };
  set_request: {
    set_id: string;
    position: number;
    operation: string;
    body: string;
    /**
     * `new`: never sent, its time is set anew at each review; `sent`: stamped, maybe answered; then how it ended. `waiting`
     * is for votes.
     */
    state: 'new' | 'sent' | 'done' | 'failed' | 'waiting';
    activity_id: string | null;
    /** Of a failed one: why. Null where that was not kept yet. */
    failure_code: string | null;
    failure_message: string | null;
    /** Where it stood in the file it came from, from 1, and what it is called there. */
    line: number | null;
    reference: string | null;
  };
  /** A transcript of a key ceremony. It stays when its profile goes: it is evidence. */
  key_ceremony: {
    /** Its number, hex. */
    ceremony: string;
    organization_id: string;
    /** The file’s bytes. */
    transcript: Uint8Array;
    kept_at: number;
  };
}
