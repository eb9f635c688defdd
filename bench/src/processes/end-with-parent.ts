/** Preloaded into the service: when the bench is killed, nothing of it stays behind. */
process.once('disconnect', () => process.exit(1))
process.channel?.unref()
