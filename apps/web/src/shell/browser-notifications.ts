/** Whether this browser notifies of questions while the page is hidden. Asked only by a click, and kept. */
const place = 'tandem.tell'
type Choice = 'on' | 'later'

const listeners = new Set<() => void>()
const changed = (): void => {
  for (const listener of listeners) listener()
}

export function onTellingChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export type Telling = 'on' | 'offered' | 'later' | 'denied' | 'impossible'

/** `impossible`: the browser has no notifications, or the page came without TLS. */
export function telling(): Telling {
  if (!('Notification' in window) || !window.isSecureContext) return 'impossible'
  const choice = localStorage.getItem(place)
  if (choice === 'on') return Notification.permission === 'granted' ? 'on' : 'denied'
  return choice === 'later' ? 'later' : 'offered'
}

export async function startTelling(): Promise<void> {
  choose('on')
  await Notification.requestPermission()
  changed()
}

export function stopTelling(): void {
  choose('later')
  changed()
}

function choose(choice: Choice): void {
  localStorage.setItem(place, choice)
}
