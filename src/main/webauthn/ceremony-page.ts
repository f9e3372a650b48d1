interface AskCommon {
  /** The passkey's name, as the operator gave it. */
  readonly label: string;
  /** Base64url. */
  readonly challenge: string;
  readonly rpId: string;
}

/** What a ceremony asks an authenticator for; ids are base64url. */
export type CeremonyAsk =
  | (AskCommon & {
      readonly kind: 'create';
      readonly user: { readonly id: string; readonly name: string };
      /** Passkeys that are there: their authenticators are not to make another. */
      readonly exclude: readonly string[];
    })
  | (AskCommon & {
      readonly kind: 'get';
      readonly credentialId: string;
      /** The body's SHA-256, hex: the page shows it. */
      readonly digest: string;
      /** Where it proves a person and stamps nothing: what it is asked for, in a few words. */
      readonly confirms?: string;
    });

/**
 * What the ceremony's page does in the browser. It is text, because it runs in no page of the program: the system's browser
 * gets it as it stands here.
 */
const CEREMONY_SCRIPT = `
const { state, options } = JSON.parse(document.getElementById('data').textContent);
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
const listed = (list) => list.map((each) => ({ ...each, id: bytes(each.id) }));
const said = document.getElementById('said');
const actions = document.getElementById('actions');

async function make({ user, excludeCredentials, ...rest }) {
  const publicKey = {
    ...rest,
    challenge: bytes(rest.challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: listed(excludeCredentials),
  };
  const { rawId, response } = await navigator.credentials.create({ publicKey });
  return {
    credentialId: text(rawId),
    clientDataJson: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
    publicKey: text(response.getPublicKey() ?? new ArrayBuffer(0)),
    transports: response.getTransports(),
  };
}

async function use({ allowCredentials, ...rest }) {
  const publicKey = { ...rest, challenge: bytes(rest.challenge), allowCredentials: listed(allowCredentials) };
  const { rawId, response } = await navigator.credentials.get({ publicKey });
  return {
    credentialId: text(rawId),
    clientDataJson: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
  };
}

async function post(answer) {
  const body = JSON.stringify({ state, ...answer });
  const response = await fetch(location.href, { method: 'POST', body }).catch(() => undefined);
  document.getElementById('ask').hidden = true;
  actions.hidden = true;
  said.textContent = response?.ok
    ? 'Done. You can close this page and go back to KeyOps Console.'
    : 'KeyOps Console did not accept this answer. Close this page and start again in KeyOps Console.';
  if (response?.ok) window.close();
}

async function ask() {
  actions.hidden = true;
  said.textContent = 'Follow your browser.';
  let answer;
  try {
    answer = await (options.kind === 'create' ? make : use)(options.publicKey);
  } catch (error) {
    said.textContent =
      error.name === 'InvalidStateError'
        ? 'This authenticator already has your passkey for KeyOps Console.'
        : 'The browser returned no passkey answer (' + error.name + ').';
    actions.hidden = false;
    return;
  }
  await post(answer);
}

document.getElementById('again').addEventListener('click', () => void ask());
document.getElementById('cancel').addEventListener('click', () => void post({ cancelled: true }));
void ask();
`;

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 34rem; margin: 15vh auto 0; padding: 0 1.5rem; }
  h1 { font-size: 1.25rem; margin: 0 0 0.75rem; }
  code { overflow-wrap: anywhere; font-size: 0.85rem; }
  button { font: inherit; padding: 0.4rem 0.9rem; margin: 1rem 0.5rem 0 0; }
`;

/**
 * The page of one ceremony: it says what the passkey is asked for, asks the browser for it, and posts what came of it.
 * @param own.state the page hands it back, so that no other page can answer for it
 * @param own.code the console shows the same
 * @param own.nonce allows this page's own script and style, nothing else
 */
export function ceremonyPage(
  ask: CeremonyAsk,
  { state, code, nonce }: { readonly state: string; readonly code: string; readonly nonce: string },
): string {
  const data = JSON.stringify({ state, options: optionsOf(ask) }).replaceAll('<', '\\u003c');
  const { title, lines } = wordsOf(ask);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title} - KeyOps Console</title>
<style nonce="${nonce}">${STYLE}</style>
<main><h1>${title}</h1><p>Continue only if KeyOps Console shows the code <b>${escape(code)}</b>.</p>
<div id="ask">${lines}</div><p id="said" role="status"></p>
<div id="actions" hidden><button id="again" type="button">Try again</button><button id="cancel" type="button">Cancel</button></div></main>
<script nonce="${nonce}" type="application/json" id="data">${data}</script>
<script nonce="${nonce}">${CEREMONY_SCRIPT}</script></html>`;
}

function wordsOf(ask: CeremonyAsk): { readonly title: string; readonly lines: string } {
  const label = `<b>${escape(ask.label)}</b>`;
  if (ask.kind === 'create')
    return {
      title: 'Register a passkey',
      lines: `<p>KeyOps Console is creating the passkey ${label} for ${escape(ask.user.name)}.</p>`,
    };
  if (ask.confirms !== undefined)
    return {
      title: 'Confirm that it’s you',
      lines: `<p>KeyOps Console asks ${label} to confirm: <b>${escape(ask.confirms)}</b>.</p>`,
    };
  return {
    title: 'Stamp with your passkey',
    lines: `<p>KeyOps Console asks ${label} to stamp the request with this SHA-256:</p><p><code>${escape(ask.digest)}</code></p>`,
  };
}

/** What a second load of the page shows. */
export const takenPage = (nonce: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>KeyOps Console</title>
<style nonce="${nonce}">${STYLE}</style>
<main><h1>This page was already opened</h1><p>Close it, and start again in KeyOps Console.</p></main></html>`;

/** The options of the browser's call (WebAuthn level 3, sections 5.4 and 5.5), its bytes as base64url. */
function optionsOf(ask: CeremonyAsk): Record<string, unknown> {
  if (ask.kind === 'get') {
    const allowCredentials = [{ type: 'public-key', id: ask.credentialId }];
    return {
      kind: 'get',
      publicKey: {
        challenge: ask.challenge,
        rpId: ask.rpId,
        allowCredentials,
        userVerification: 'required',
      },
    };
  }
  return {
    kind: 'create',
    publicKey: {
      challenge: ask.challenge,
      rp: { id: ask.rpId, name: 'KeyOps Console' },
      user: { id: ask.user.id, name: ask.user.name, displayName: ask.user.name },
      // ES256 alone: stamps are checked here too, before they leave.
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      excludeCredentials: ask.exclude.map((id) => ({ type: 'public-key', id })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
    },
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
