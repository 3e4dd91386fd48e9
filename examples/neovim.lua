-- The adapter of codecompanion.nvim: put it into your plugin settings, then choose "qwen" in the chat.
require("codecompanion").setup({
  adapters = {
    acp = {
      qwen = function()
        return {
          name = "qwen",
          formatted_name = "Qwen",
          type = "acp",
          roles = { llm = "assistant", user = "user" },
          commands = { default = { "qwen", "--acp", "--approval-mode", "default" } },
          defaults = { mcpServers = {}, timeout = 20000 },
          parameters = {
            protocolVersion = 1,
            clientCapabilities = { fs = { readTextFile = true, writeTextFile = true } },
            clientInfo = { name = "CodeCompanion.nvim", version = "1.0.0" },
          },
          handlers = {
            setup = function() return true end,
            auth = function() return true end,
            form_messages = function(self, messages, capabilities)
              return require("codecompanion.adapters.acp.helpers").form_messages(self, messages, capabilities)
            end,
            on_exit = function() end,
          },
        }
      end,
    },
  },
  interactions = { chat = { adapter = "qwen" } },
})
