import { Button } from '../ui/button.tsx'
import { startTelling, stopTelling } from './browser-notifications.ts'

/** Accepts or declines browser notifications. */
export function OfferButtons({ accept, decline }: { accept: string; decline: string }) {
  return (
    <span className="ml-auto flex gap-1">
      <Button size="sm" onClick={() => void startTelling()}>
        {accept}
      </Button>
      <Button size="sm" variant="quiet" onClick={() => void stopTelling()}>
        {decline}
      </Button>
    </span>
  )
}
