/** Preloaded into the service: ends it if the demo is killed. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
