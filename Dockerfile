# The program with what its tools and its sandbox use. Build it beside an executable:
#
#   deno task compile && cp dist/qwen-x86_64-unknown-linux-gnu dist/qwen && docker build -t qwen .
#   docker run --rm -i -e OPENAI_API_KEY -v "$PWD:/work" qwen -p "what does this project do?"
FROM debian:bookworm-slim
RUN apt-get update -qq && apt-get install -qq --no-install-recommends bubblewrap ca-certificates git ripgrep && rm -rf /var/lib/apt/lists/*
COPY dist/qwen /usr/local/bin/qwen
RUN chmod 755 /usr/local/bin/qwen && /usr/local/bin/qwen --version
RUN mkdir -p /work /home/agent && chown 1000:1000 /work /home/agent
USER 1000:1000
ENV HOME=/home/agent
WORKDIR /work
ENTRYPOINT ["qwen"]
