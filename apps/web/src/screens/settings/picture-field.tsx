import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../api/failure.ts'
import { Avatar, type Face } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'

type Props = { face: Face; onChoose: (file: File) => Promise<unknown>; onRemove: () => Promise<unknown> }

/** The picture of a person or an agent. Saved at once when chosen. */
export function PictureField({ face, onChoose, onRemove }: Props) {
  const t = useTranslations('settings.picture')
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const textOf = useFailureText()
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(null)
    await act().catch(setFailure)
    setBusy(false)
  }
  const take = (field: HTMLInputElement) => {
    const [file] = field.files ?? []
    // Reset, so that the same file can be chosen again.
    field.value = ''
    if (file) void run(() => onChoose(file))
  }
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <Avatar face={face} size="xl" />
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/gif,image/webp"
          aria-label={t('choose')}
          onChange={(event) => take(event.currentTarget)}
        />
        <Button size="sm" busy={busy} className="ml-1" onClick={() => input.current?.click()}>
          <ImageUp size={14} aria-hidden /> {t('choose')}
        </Button>
        {face.avatarUrl && (
          <Button size="sm" variant="quiet" disabled={busy} onClick={() => void run(onRemove)}>
            <Trash2 size={14} aria-hidden /> {t('remove')}
          </Button>
        )}
      </div>
      {failure !== null && (
        <p role="alert" className="mt-1 text-danger text-sm">
          {textOf(failure)}
        </p>
      )}
    </div>
  )
}
