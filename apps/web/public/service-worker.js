/**
 * Shows questions of agents as notices, and answers them. It has no handler for fetches and caches nothing: pages and data come from the
 * service as without it. What it is told is described in packages/server/src/workers/push/message.ts.
 */
const texts = {
  en: {
    open: 'Open',
    approve: 'Approve',
    deny: 'Deny',
    byDefault: (answer) => `Answered with the default: ${answer}`,
    answered: (answer) => `Answered: ${answer}`,
    answeredBy: (name, answer) => `Answered by ${name}: ${answer}`,
    over: 'This question is no longer open.',
    failed: 'Your answer was not sent. Try again, or open the question.',
    signedOut: 'You are signed out. Open Tandem to sign in and answer.',
    refused: 'You cannot answer this here. Open the question.',
    testTitle: 'Tandem',
    test: 'Notifications work on this device.',
  },
  de: {
    open: 'Öffnen',
    approve: 'Genehmigen',
    deny: 'Ablehnen',
    byDefault: (answer) => `Mit der Standardantwort beantwortet: ${answer}`,
    answered: (answer) => `Beantwortet: ${answer}`,
    answeredBy: (name, answer) => `Beantwortet von ${name}: ${answer}`,
    over: 'Diese Frage ist nicht mehr offen.',
    failed: 'Deine Antwort wurde nicht gesendet. Versuche es erneut oder öffne die Frage.',
    signedOut: 'Du bist abgemeldet. Öffne Tandem, um dich anzumelden und zu antworten.',
    refused: 'Das kannst du hier nicht beantworten. Öffne die Frage.',
    testTitle: 'Tandem',
    test: 'Benachrichtigungen funktionieren auf diesem Gerät.',
  },
  es: {
    open: 'Abrir',
    approve: 'Aprobar',
    deny: 'Rechazar',
    byDefault: (answer) => `Respondida con la respuesta predeterminada: ${answer}`,
    answered: (answer) => `Respondida: ${answer}`,
    answeredBy: (name, answer) => `Respondida por ${name}: ${answer}`,
    over: 'Esta pregunta ya no está abierta.',
    failed: 'Tu respuesta no se envió. Inténtalo de nuevo o abre la pregunta.',
    signedOut: 'Has cerrado la sesión. Abre Tandem para iniciarla y responder.',
    refused: 'No puedes responder aquí. Abre la pregunta.',
    testTitle: 'Tandem',
    test: 'Las notificaciones funcionan en este dispositivo.',
  },
}
const wordsOf = ({ language }) => texts[(language ?? navigator.language).slice(0, 2).toLowerCase()] ?? texts.en

// A new version counts at once: it holds nothing that an open page would miss.
addEventListener('install', () => self.skipWaiting())
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
addEventListener('push', (event) => event.waitUntil(shown(event.data.json())))
addEventListener('notificationclick', (event) => {
  const { data } = event.notification
  const option = data.options?.[Number(/^answer-(\d)$/.exec(event.action)?.[1])]
  event.notification.close()
  event.waitUntil(option === undefined ? opened(data.path ?? '/') : answered(data, option))
})

function shown(message) {
  const words = wordsOf(message)
  if (message.what === 'question') return asked(message, message.body)
  if (message.what === 'test') return notice({ ...message, title: words.testTitle }, words.test)
  return notice(message, endOf(message, words), { silent: true })
}

function endOf({ answer, byName, byDefault }, words) {
  if (answer === undefined) return words.over
  if (byDefault) return words.byDefault(answer)
  return byName === undefined ? words.answered(answer) : words.answeredBy(byName, answer)
}

/** A question that waits stays on the screen. */
function asked(message, body, more) {
  const options = message.options ?? []
  const words = wordsOf(message)
  const titleOf = (option) => (message.isApproval ? words[option] : undefined) ?? option
  const buttons = options.map((option, at) => ({ action: `answer-${at}`, title: titleOf(option) }))
  const actions = buttons.length > 0 ? buttons : [{ action: 'open', title: words.open }]
  return notice(message, body, { actions, requireInteraction: true, ...more })
}

function notice(message, body, more) {
  const { title, tag } = message
  const pictures = { icon: '/app/icon-192.png', badge: '/app/badge-96.png' }
  return self.registration.showNotification(title, { body, tag, data: message, lang: message.language ?? '', ...pictures, ...more })
}

async function answered(message, answer) {
  const words = wordsOf(message)
  const { sessionId, questionEventId, options } = message
  // A click that came twice is one answer, and another answer is another one.
  const key = `push.${questionEventId}.${options.indexOf(answer)}`
  const response = await fetch(`/api/sessions/${sessionId}/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ answer, questionEventId }),
  }).catch(() => null)
  if (response?.ok) return notice(message, words.answered(answer), { silent: true })
  const mayPass = !response || response.status >= 500 || response.headers.has('retry-after')
  // The service may be away for a moment, or others may change the board: the buttons stay.
  if (mayPass) return asked(message, words.failed)
  if (response.status === 409) return notice(message, await whoWasFirst(message, response), { silent: true })
  if (response.status === 401) return notice(message, words.signedOut)
  return notice({ ...message, options: [] }, words.refused)
}

/** The refusal holds the session with its last answer; the board knows the name. */
async function whoWasFirst({ questionEventId, language }, response) {
  const words = wordsOf({ language })
  const { session } = (await response.json().catch(() => ({}))).error?.details ?? {}
  const last = session?.lastAnswer
  if (last?.questionEventId !== questionEventId) return words.over
  const members = await fetch(`/api/boards/${session.boardId}/members`).then(
    (found) => (found.ok ? found.json() : []),
    () => [],
  )
  const byName = members.find(({ actorId }) => actorId === last.answeredByActorId)?.name
  return endOf({ answer: last.answer, byName, byDefault: last.byDefault }, words)
}

/** In the page that is open: it goes there by itself, so that a text under work is kept. Else in a new one. */
async function opened(path) {
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return self.clients.openWindow(path)
  // The rule for windows asks for an origin; a client of a service worker is of ours.
  page.postMessage({ open: path }, [])
  return page.focus().catch(() => undefined)
}
