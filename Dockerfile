# MOIDE in an image: what it does there is its argument.
#
#   mvn -Pquick package && docker build -t moide .
#   docker run --rm moide run raytrace
#   docker run -d --network host --shm-size 256m -v moide:/home/moide/.moide moide engine
#
# Hosts must have the same secret: put it into the volume, owned by the user 10001, mode 0600. 'docker stop -t 40' lets the
# engines of a daemon hand over. Rings of shared memory need room in /dev/shm, of which Docker gives 64 MB if not told.
FROM eclipse-temurin:25-jre

ADD dist/target/moide-*.tar.gz /opt/
RUN mv /opt/moide-* /opt/moide \
    && ln -s /opt/moide/bin/moide /usr/local/bin/moide \
    && useradd --uid 10001 --create-home --shell /usr/sbin/nologin moide \
    && install -d -o moide -g moide -m 0700 /home/moide/.moide

USER 10001
WORKDIR /home/moide
ENV HOME=/home/moide
EXPOSE 7100 7090
STOPSIGNAL SIGTERM
ENTRYPOINT ["/opt/moide/bin/moide"]
CMD ["--help"]
