/**
 * What the ceremony's page does in the browser. It is text, because it runs in no page of the program: the system's browser
 * gets it as it stands here.
 */
export const CEREMONY_SCRIPT = `
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
