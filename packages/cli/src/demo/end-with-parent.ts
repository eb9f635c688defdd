/** Preloaded into the service: when the demo is killed, nothing of it stays behind. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
