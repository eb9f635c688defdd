import { api } from '../api/client.ts'
import { pushedHere } from './browser-notifications.ts'

/** This browser as a device that questions are pushed to (docs/web-push.md). */
export async function startPush(): Promise<void> {
  const { publicKey } = await api.call('pushDevice.list')
  if (publicKey === null || !('serviceWorker' in navigator) || !('PushManager' in window)) return
  const subscription = await subscribe(publicKey)
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const device = await api.call('pushDevice.add', { endpoint: endpoint ?? '', p256dh, auth, publicKey })
  pushedHere.keep(device.id)
}

/** Another key means that the instance has lost its own: nothing comes by the old subscription any more. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  if (before && keyOf(before) === publicKey) return before
  await before?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The browser tells its push service, which refuses later messages; then the service removes the device. */
export async function endPush(): Promise<void> {
  pushedHere.forget()
  const registration = await navigator.serviceWorker?.getRegistration('/')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** The person turns push notifications off, and stays signed in. */
export async function stopPush(): Promise<void> {
  const pushDeviceId = pushedHere.id()
  await endPush()
  if (pushDeviceId !== null) await api.call('pushDevice.remove', { pushDeviceId }).catch(() => undefined)
}

/**
 * Renews or ends push notifications in this browser. They belong to the user who turned them on, for the duration of that sign-in: they end
 * after it ended, was removed from elsewhere, or another user has signed in. If the browser has dropped its subscription, or the instance
 * its key, they are created again.
 */
export async function keepPush(): Promise<void> {
  const { devices, publicKey } = await api.call('pushDevice.list')
  const isMine = devices.some(({ id }) => id === pushedHere.id())
  if (!isMine || publicKey === null || Notification.permission !== 'granted') return endPush()
  await startPush()
}
