import { createClient } from '@tandem/client'
import type { Attachment } from '@tandem/contract'
import { useSyncExternalStore } from 'react'
import { OfflineError } from '../api/failure.ts'
import { cardQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { type Progress, progressFetch } from './progress-fetch.ts'

/** The upload of a file to a card. It continues when the card is closed; a failed one stays until it is retried or dismissed. */
export type Upload = { id: string; cardId: string; file: File; progress: Progress; failure: unknown; cancel: () => void }

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()

export const useUploads = (cardId: string): readonly Upload[] =>
  useSyncExternalStore(onUploads, () => uploads).filter((upload) => upload.cardId === cardId)

function onUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function put(next: readonly Upload[]): void {
  uploads = next
  for (const listener of listeners) listener()
}

export const putAway = (id: string): void => put(uploads.filter((upload) => upload.id !== id))

/** Uploads a file; resolves to its attachment, or null if it was cancelled or refused, which its row shows. */
export async function upload(cardId: string, file: File): Promise<Attachment | null> {
  const ended = new AbortController()
  const id = crypto.randomUUID()
  const cancel = () => {
    ended.abort(new DOMException('cancelled', 'AbortError'))
    putAway(id)
  }
  put([...uploads, { id, cardId, file, progress: { sent: 0, total: file.size }, failure: null, cancel }])
  const change = (of: Partial<Upload>) => put(uploads.map((one) => (one.id === id ? { ...one, ...of } : one)))
  try {
    if (!navigator.onLine) throw new OfflineError()
    const attachment = await sender((progress) => change({ progress })).call('attachment.add', { cardId, file }, { signal: ended.signal })
    showAttached(attachment)
    putAway(id)
    return attachment
  } catch (failure) {
    change({ failure })
    return null
  }
}

const sender = (onProgress: (progress: Progress) => void) =>
  createClient({ url: location.origin, fetch: progressFetch(onProgress), retry: { attempts: 2, longestRetryAfterMs: 5_000 } })

function showAttached(attachment: Attachment): void {
  const { queryKey } = cardQuery(attachment.cardId)
  const card = queryClient.getQueryData(queryKey)
  if (card && !card.attachments.some((one) => one.id === attachment.id))
    queryClient.setQueryData(queryKey, { ...card, attachments: [...card.attachments, attachment] })
  void queryClient.invalidateQueries({ queryKey })
}
