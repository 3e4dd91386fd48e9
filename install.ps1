# Installs the qwen executable on Windows: downloads it and the list of checksums, compares, and puts it into a folder.
# Nothing is installed when anything is wrong.
#
#   QWEN_RELEASE_URL   where the files of a release lie
#   QWEN_INSTALL_DIR   where qwen.exe goes; default %LOCALAPPDATA%\qwen
$ErrorActionPreference = 'Stop'

function Install-Qwen {
  $url = if ($env:QWEN_RELEASE_URL) { $env:QWEN_RELEASE_URL.TrimEnd('/') } else { 'https://github.com/qwen-headless/qwen/releases/latest/download' }
  if ($url -notmatch '^(https://|http://(127\.0\.0\.1|localhost):)') { throw "qwen was not installed: $url is not an https address." }
  $folder = if ($env:QWEN_INSTALL_DIR) { $env:QWEN_INSTALL_DIR } else { Join-Path $env:LOCALAPPDATA 'qwen' }
  $file = 'qwen-x86_64-pc-windows-msvc.exe'
  New-Item -ItemType Directory -Force -Path $folder | Out-Null
  $draft = Join-Path $folder ".qwen-$([guid]::NewGuid()).exe"
  try {
    $sums = (Invoke-WebRequest -UseBasicParsing "$url/SHA256SUMS").Content
    if ($sums -is [byte[]]) { $sums = [Text.Encoding]::UTF8.GetString($sums) }
    $wanted = $sums -split "`n" | ForEach-Object { , ($_.Trim() -split '\s+\*?') } | Where-Object { $_[1] -eq $file } | ForEach-Object { $_[0] } | Select-Object -First 1
    if (-not $wanted) { throw "qwen was not installed: SHA256SUMS does not name $file." }
    Invoke-WebRequest -UseBasicParsing "$url/$file" -OutFile $draft
    $found = (Get-FileHash -Algorithm SHA256 $draft).Hash.ToLowerInvariant()
    if ($found -ne $wanted) { throw "qwen was not installed: the checksum of $file is $found and should be $wanted." }
    $version = & $draft --version
    if ($LASTEXITCODE -ne 0) { throw "qwen was not installed: $file does not run on this machine." }
    Move-Item -Force $draft (Join-Path $folder 'qwen.exe')
    Write-Output "Installed qwen $version as $(Join-Path $folder 'qwen.exe')"
    if (($env:PATH -split ';') -notcontains $folder) { Write-Output "$folder is not on the PATH yet: add it." }
  } finally {
    if (Test-Path $draft) { Remove-Item -Force $draft }
  }
}

Install-Qwen
